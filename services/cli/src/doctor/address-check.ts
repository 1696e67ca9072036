import type { Check, CheckMaker } from './check.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** How the way to an endpoint is protected. */
export function addressCheck(baseUrl: string, make: CheckMaker): Check {
  const { protocol, hostname, origin, pathname } = new URL(baseUrl);
  const facts = { base_url: `${origin}${pathname.replace(/\/$/, '')}` };
  if (protocol === 'https:') {
    return make.ok('address', 'https: key and content are encrypted, and the server is verified.', facts);
  }
  if (LOOPBACK.test(hostname)) {
    return make.ok('address', 'Plain http on this machine: nothing leaves it.', facts);
  }
  return make.warning(
    'address',
    'Plain http to another machine: the key and everything a run says can be read on the way.',
    'Put TLS in front of that Hermes and use https, or a tunnel that ends on this machine.',
    facts,
  );
}
