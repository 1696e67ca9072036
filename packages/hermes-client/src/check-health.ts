import type { ClientContext } from './client-context.js';
import { featureRemarks } from './feature-remarks.js';
import { getJson, type GetAnswer } from './get-json.js';
import type { EndpointHealth, ProviderObject } from './outcome.js';
import { isProviderObject, parseProviderJson } from './provider-json.js';
import { capText } from './provider-text.js';
import { versionRemarks } from './version-remarks.js';

const PLATFORM = 'hermes-agent';
const VERSION_LIMIT_BYTES = 64;

/**
 * Reads `GET /health` without the key, so that a foreign server never sees it, then `GET /v1/capabilities`
 * with it (SPEC C4, hermes 2). Never throws for what the server does.
 */
export async function checkHealth(context: ClientContext, signal: AbortSignal): Promise<EndpointHealth> {
  const health = await getJson(context, context.urls.health, false, signal);
  const identity = identityOf(health, context);
  if (identity.kind !== 'hermes') return identity;
  const capabilities = await getJson(context, context.urls.capabilities, true, signal);
  return withCapabilities(identity.version, capabilities, context);
}

type Identity =
  | { readonly kind: 'hermes'; readonly version: string | null }
  | Exclude<EndpointHealth, { readonly kind: 'up' }>;

function identityOf(answer: GetAnswer, context: ClientContext): Identity {
  if (answer.kind === 'failed') return { kind: 'down', remark: `Health cannot be read: ${answer.reason}.` };
  const { status } = answer.response;
  if (status === 401 || status === 403) {
    const remark = `Something in front of the server refuses /health with HTTP ${status}; Hermes itself asks for no key there.`;
    return { kind: 'unauthorised', remark };
  }
  if (status === 429 || status >= 500) return { kind: 'down', remark: `/health answers HTTP ${status}.` };
  if (status < 200 || status >= 300) {
    return { kind: 'foreign', remark: `/health answers HTTP ${status}: this is no Hermes API server.` };
  }
  if (answer.body.kind === 'unreadable') {
    return { kind: 'down', remark: `Health cannot be read: ${answer.body.reason}.` };
  }
  const document = objectOf(answer.body.text, context);
  if (document?.['platform'] !== PLATFORM) {
    const remark = `The server does not call itself ${PLATFORM}: another program, or another Hermes listener, is at this address.`;
    return { kind: 'foreign', remark };
  }
  const version = document['version'];
  return {
    kind: 'hermes',
    version: typeof version === 'string' ? capText(version, VERSION_LIMIT_BYTES) : null,
  };
}

function withCapabilities(version: string | null, answer: GetAnswer, context: ClientContext): EndpointHealth {
  if (answer.kind === 'failed') {
    return { kind: 'down', remark: `Health is fine, but capabilities cannot be read: ${answer.reason}.` };
  }
  const { status } = answer.response;
  if (status === 401 || status === 403) {
    return { kind: 'unauthorised', remark: `The server refuses the key of this endpoint (HTTP ${status}).` };
  }
  const features = status === 404 ? {} : featuresOf(answer, context);
  if (features === null) {
    return { kind: 'down', remark: `Health is fine, but capabilities cannot be read (HTTP ${status}).` };
  }
  return {
    kind: 'up',
    version,
    features,
    remarks: [...versionRemarks(version), ...featureRemarks(features)],
  };
}

/** The features an answer lists; empty when it lists none, null when there is no proper answer. */
function featuresOf(answer: GetAnswer & { kind: 'answer' }, context: ClientContext): ProviderObject | null {
  const { status } = answer.response;
  if (status < 200 || status >= 300 || answer.body.kind === 'unreadable') return null;
  const document = objectOf(answer.body.text, context);
  if (document === null) return null;
  const features = document['features'];
  return isProviderObject(features) ? features : {};
}

function objectOf(text: string, context: ClientContext): ProviderObject | null {
  const parsed = parseProviderJson(text);
  if (parsed.kind !== 'value' || !isProviderObject(parsed.value)) return null;
  return context.mask.object(parsed.value, text);
}
