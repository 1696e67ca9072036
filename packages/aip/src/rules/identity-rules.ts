import type { IdentityContext } from '../messages/identity-context.js';
import type { RuleBook } from './rule-book.js';

/** Core rules of a claimed identity (aip section 15). */
export function identityRules(identity: IdentityContext, path: string, book: RuleBook): void {
  book.notBlank(identity.tenant?.id, `${path}/tenant/id`);
  for (const name of ['external_account', 'external_user'] as const) {
    book.notBlank(identity[name]?.id, `${path}/${name}/id`);
    book.notBlank(identity[name]?.system, `${path}/${name}/system`);
  }
  book.notBlank(identity.credential_ref?.id, `${path}/credential_ref/id`);
  book.notBlank(identity.credential_ref?.issuer, `${path}/credential_ref/issuer`);
  book.notBlank(identity.oauth?.issuer, `${path}/oauth/issuer`);
  book.notEmpty(identity.oauth?.client_id, `${path}/oauth/client_id`);
  for (const name of ['credential_ref', 'oauth'] as const) {
    identity[name]?.scopes?.forEach((scope, index) =>
      book.notBlank(scope, `${path}/${name}/scopes/${index}`),
    );
  }
}
