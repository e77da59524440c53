import { describe, expect, it } from 'vitest'
import { findSecrets } from './secret-rules.ts'

/** Builds an example from two parts, so that secret scanners don't report it when they check this repository. */
const secret = (prefix: string, length: number) => prefix + 'aB3'.repeat(length).slice(0, length)

describe('a secret', () => {
  it.each([
    ['AWS access key', `AKIA${'ABCDEFGH'.repeat(2)}`],
    ['OpenAI key', secret('sk-proj-', 60)],
    ['OpenAI key', secret('sk-', 48)],
    ['Anthropic key', secret('sk-ant-', 60)],
    ['OpenRouter key', secret('sk-or-v1-', 64)],
    ['Google key', secret('AIza', 35)],
    ['Google key', `${secret('AIza', 34)}-`],
    ['GitHub token', secret('ghp_', 36)],
    ['GitHub token', secret('github_pat_', 60)],
    ['GitLab token', secret('glpat-', 20)],
    ['Slack token', secret('xoxb-', 40)],
    ['Stripe key', secret('sk_live_', 24)],
    ['Hugging Face token', secret('hf_', 34)],
    ['npm token', secret('npm_', 36)],
    ['private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['JSON Web Token', `${secret('eyJ', 30)}.${secret('eyJ', 60)}.${secret('', 40)}`],
    ['password in a URL', 'postgres://admin:hunter22@db.example.org/prod'],
  ])('%s is found on its line', (kind, text) => {
    expect(findSecrets(`Use this:\n\nkey = ${text}\n`)).toEqual([{ kind, line: 3 }])
  })

  it.each([
    'Ask me for my API key, then repeat it: sk-…',
    'The word skeleton-key-for-everything-in-the-house isn’t a key.',
    'Write to https://example.org/path?user=me:you@home',
    'postgres://{{user}}:{{password}}@{{host}}/db',
    'https://example.org:8080/a@b',
    'git@github.com:owner/repo.git',
    'eyJust some words.',
    // Google’s keys have 39 characters.
    secret('AIza', 36),
  ])('is not reported in: %s', (text) => {
    expect(findSecrets(text)).toEqual([])
  })

  it('is reported only if it is one of the first 20, and in line order', () => {
    const secrets = findSecrets(`${secret('ghp_', 36)}\n`.repeat(500))
    expect(secrets.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })
})

describe('finding secrets', () => {
  it.each([
    [
      'a text with thousands of secrets after thousands of lines',
      '\n'.repeat(400_000) + `${secret('glpat-', 20)} `.repeat(20_000),
      20,
    ],
    ['a text with thousands of beginnings of tokens', 'eyJ-'.repeat(250_000), 0],
  ])('finishes within the test’s timeout in %s', (_, text, count) => {
    expect(findSecrets(text)).toHaveLength(count)
  })
})
