import { describe, expect, it } from 'vitest';
import { ENDPOINT, givenSource } from '../fixtures/given-source.js';
import { loadConfig } from '../load-config.js';

function outcome(base_url: unknown, more: object = {}): string {
  const tree = { endpoints: [{ ...ENDPOINT, base_url, ...more }] };
  const result = loadConfig(givenSource({ 'a.json': JSON.stringify(tree) }));
  if (result.kind === 'ok') return result.config.endpoints[0]?.baseUrl ?? '';
  return result.kind === 'bad'
    ? result.problems.map(({ path, message }) => `${path} ${message}`).join('\n')
    : '';
}

describe('endpoints[].base_url', () => {
  it.each([
    ['https://h.example.com', 'https://h.example.com'],
    ['HTTPS://H.example.com:443/', 'https://h.example.com'],
    ['https://h.example.com:8443/p/Team-1/', 'https://h.example.com:8443/p/Team-1'],
    ['http://localhost:8642', 'http://localhost:8642'],
    ['http://127.9.9.9/', 'http://127.9.9.9'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://[::1]:8642', 'http://[::1]:8642'],
  ])('reference 1.3: %s is kept as %s', (typed, kept) => {
    expect(outcome(typed)).toBe(kept);
  });

  it.each<[unknown, RegExp]>([
    [7, /must be a text/],
    ['', /must start with https/],
    ['h.example.com', /must start with https/],
    ['ftp://h.example.com', /must start with https/],
    ['file:///etc/passwd', /must start with https/],
    ['https://', /not a URL/],
    ['https://h.example.com:99999', /not a URL/],
    ['https://user:canary-pass@h.example.com', /no user name or password/],
    ['https://@h.example.com', /no user name or password/],
    ['https://h.example.com?', /no query/],
    ['https://h.example.com/?key=canary-pass', /no query/],
    ['https://h.example.com#', /no fragment/],
    ['https://h.example.com/v1', /no path, or \/p\//],
    ['https://h.example.com//', /no path, or \/p\//],
    ['https://h.example.com/p/', /no path, or \/p\//],
    ['https://h.example.com/p/a/b', /no path, or \/p\//],
    ['https://h.example.com/p/a%2Fb', /no path, or \/p\//],
    ['https://h.example.com/p/..', /no path, or \/p\//],
    ['https://h.example.com/p/%2e%2e', /no path, or \/p\//],
    ['https://h.example.com/../p/x', /no path, or \/p\//],
    ['https://h.example.com\\@evil.example.com', /no spaces or backslashes/],
    [' https://h.example.com', /no spaces or backslashes/],
    ['https://h.exa\tmple.com', /no spaces or backslashes/],
    [`https://${'a'.repeat(2048)}`, /at most 2048/],
  ])('reference 1.3: %j is refused without being repeated', (typed, message) => {
    const text = outcome(typed);
    expect(text).toMatch(/^endpoints\[0\]\.base_url /);
    expect(text).toMatch(message);
    expect(text.split('\n')).toHaveLength(1);
    expect(text).not.toContain('canary-pass');
  });

  it.each([
    ['http://10.0.0.7:8642'],
    ['http://hermes'],
    ['http://localhost.example.com'],
    ['http://0.0.0.0'],
    ['http://[::2]'],
    ['http://127.evil.example'],
    ['http://a.localhost'],
  ])('issue item 3: %s needs allow_insecure_http', (url) => {
    expect(outcome(url)).toMatch(/^endpoints\[0\]\.base_url .*allow_insecure_http: true/);
    expect(outcome(url, { allow_insecure_http: false })).toMatch(/allow_insecure_http: true/);
    expect(outcome(url, { allow_insecure_http: true })).toBe(url);
  });

  it('issue item 3: allow_insecure_http in quotes allows nothing', () => {
    const text = outcome('http://10.0.0.7', { allow_insecure_http: 'true' });
    expect(text).toMatch(/endpoints\[0\]\.allow_insecure_http must be true or false/);
    expect(text).toMatch(/endpoints\[0\]\.base_url would send/);
  });
});
