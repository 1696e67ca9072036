import { ENVIRONMENT_PREFIX } from '@aip-hermes/config';

/** Stands for keys in commands that send nothing to Hermes: the person at this terminal need not have them. */
export const NO_KEY = 'this-command-needs-no-key';

type Environment = Readonly<Record<string, string | undefined>>;

/** An environment with the `AIP_HERMES__` variables of `env`, in which every other name is set to `NO_KEY`. */
export function keylessEnvironment(env: Environment): Environment {
  const settings = Object.entries(env).filter(([name]) => name.toUpperCase().startsWith(ENVIRONMENT_PREFIX));
  return new Proxy(Object.fromEntries(settings), EVERY_NAME_SET);
}

const EVERY_NAME_SET: ProxyHandler<Environment> = {
  get: valueOf,
  has: () => true,
  getOwnPropertyDescriptor: (settings, name) => ({
    value: valueOf(settings, name),
    configurable: true,
    enumerable: true,
    writable: true,
  }),
};

function valueOf(settings: Environment, name: string | symbol): string {
  return (typeof name === 'string' && Object.hasOwn(settings, name) ? settings[name] : undefined) ?? NO_KEY;
}
