import { expect, it } from 'vitest'
import { noModels, vendorsOf } from './vendor-settings.ts'

const isFree = (baseUrl: string) =>
  vendorsOf({ ...noModels, vendors: { meta: { baseUrl } } }).find(({ vendor }) => vendor === 'meta')?.isFree

it.each([
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1:8080/v1', true],
  ['http://[::1]:8080/v1', true],
  ['http://10.1.2.3/v1', true],
  ['http://172.16.0.9/v1', true],
  ['http://192.168.1.4/v1', true],
  ['http://llama:8080/v1', true],
  ['http://studio.local:1234/v1', true],
  ['http://llama.internal/v1', true],
  ['http://llama.lan/v1', true],
  ['http://[fd12:3456::1]:8080/v1', true],
  ['http://[fe80::1]/v1', true],
  ['http://[2001:db8::1]/v1', false],
  ['http://[fc00::1]/v1', true],
  ['http://[febf::1]/v1', true],
  ['http://[fec0::1]/v1', false],
  ['http://[::1234:5678]/v1', false],
  ['http://[::ffff:10.0.0.1]/v1', true],
  ['http://[::ffff:c0a8:104]:8080/v1', true],
  ['http://[::ffff:203.0.113.5]/v1', false],
  ['http://[64:ff9b::10.0.0.1]/v1', false],
  ['http://172.32.0.9/v1', false],
  ['https://api.groq.com/openai/v1', false],
  ['https://local.example.org/v1', false],
])('answers from the Llama endpoint at %s cost the site nothing: %s', (baseUrl, free) => {
  expect(isFree(baseUrl)).toBe(free)
})

it('OpenAI’s answers cost money, even with an address on this machine', () => {
  const [openai] = vendorsOf({
    ...noModels,
    vendors: { openai: { key: 'sk-12345678', baseUrl: 'http://localhost/v1' } },
  })
  expect(openai).toMatchObject({ vendor: 'openai', isFree: false })
})
