import { hash } from 'node:crypto';

/** SHA-256 of UTF-8 text or bytes, 64 lower-case hex digits (aip section 4). */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 of UTF-8 text or bytes, 43 characters of unpadded base64url. */
export function sha256Base64Url(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}
