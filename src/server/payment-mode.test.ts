import { describe, expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { paymentMode, paymentNotice } from './payment-mode.ts'
import { readSettings } from './settings.ts'

const modeOf = (settings: Record<string, string>) => paymentMode(readSettings(settings))
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
}
const paid = { OPENAI_API_KEY: 'sk-12345678' }
const isHere = { PUBLIC_URL: 'http://localhost:3000' }
const isPublic = { PUBLIC_URL: 'https://prompts.example.org' }

describe('who takes payments', () => {
  it.each([
    ['the sandbox on one’s own machine', {}, 'sandbox'],
    ['the sandbox with a local PUBLIC_URL', isHere, 'sandbox'],
    [
      'the sandbox beside a local Llama with a key',
      { LLAMA_API_KEY: 'sk-12345678', LLAMA_BASE_URL: 'http://127.0.0.1:11434' },
      'sandbox',
    ],
    [
      'nobody beside a Llama elsewhere',
      { LLAMA_API_KEY: 'sk-12345678', LLAMA_BASE_URL: 'https://llama.example.org' },
      'off',
    ],
    ['nobody beside a paid key', paid, 'off'],
    ['nobody beside a key of OpenRouter', { OPENROUTER_API_KEY: 'sk-or-12345678' }, 'off'],
    ['nobody on a public site', isPublic, 'off'],
    ['nobody on a HOST that is open to the network, when no PUBLIC_URL is set', { HOST: '0.0.0.0' }, 'off'],
    ['nobody on an open IPv6 HOST', { HOST: '::' }, 'off'],
    ['nobody on an address of the local network', { HOST: '192.168.1.20' }, 'off'],
    ['the sandbox on an open HOST, when PUBLIC_URL says it is local', { HOST: '0.0.0.0', ...isHere }, 'sandbox'],
    ['the sandbox on an open HOST that is a test', { HOST: '0.0.0.0', PAYMENTS_SANDBOX_UNSAFE: '1' }, 'sandbox'],
    ['nobody on an open HOST beside a paid key', { HOST: '::', ...paid, PAYMENTS_SANDBOX_UNSAFE: '1' }, 'off'],
    ['Stripe on an open HOST', { HOST: '0.0.0.0', ...stripe }, 'stripe'],
    ['Stripe with its keys', { ...stripe, ...paid, ...isPublic }, 'stripe'],
    ['nobody with PAYMENTS=off', { ...stripe, PAYMENTS: 'off' }, 'off'],
    ['the sandbox with PAYMENTS=sandbox, with or without keys', { ...stripe, PAYMENTS: 'sandbox' }, 'sandbox'],
    [
      'the sandbox on a public test',
      { ...paid, ...isPublic, PAYMENTS: 'sandbox', PAYMENTS_SANDBOX_UNSAFE: '1' },
      'sandbox',
    ],
  ])('is %s', (_, settings, mode) => {
    expect(modeOf(settings as unknown as Record<string, string>)).toBe(mode)
  })

  it.each(aiVendors)('is nobody beside a paid key of %s', (vendor) => {
    const { setting } = vendorFacts[vendor]
    const paid = { [`${setting}_API_KEY`]: 'sk-12345678', [`${setting}_BASE_URL`]: 'https://models.example.org' }
    expect(modeOf(paid)).toBe('off')
  })
})

describe('settings of payments', () => {
  it.each([
    ['PAYMENTS', { PAYMENTS: 'yes' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'secret' }],
    ['STRIPE_SECRET_KEY', { PAYMENTS: 'stripe' }],
    ['STRIPE_PRICE_ID', { ...stripe, STRIPE_PRICE_ID: '' }],
    ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }],
    ['PAYMENTS', { PAYMENTS: 'sandbox', ...paid }],
    ['PAYMENTS', { PAYMENTS: 'sandbox', ...isPublic }],
    ['PAYMENTS', { PAYMENTS: 'sandbox', HOST: '0.0.0.0' }],
  ])('stop the start with one line that names %s', (name, settings) => {
    expect(() => readSettings(settings)).toThrow(new RegExp(`^Wrong setting: ${name}[= ][^\\n]+$`))
  })
})

describe('the start', () => {
  it.each([
    [{ HOST: '0.0.0.0' }, /^Payments are off: HOST=0\.0\.0\.0 .*PUBLIC_URL.*PAYMENTS_SANDBOX_UNSAFE=1/],
    [isPublic, /^Payments are off: PUBLIC_URL/],
    [paid, /^Payments are off: OPENAI_API_KEY/],
    [{ HOST: '0.0.0.0', PAYMENTS_SANDBOX_UNSAFE: '1' }, /^Test cards buy Premium here/],
  ])('with %o explains the payment mode', (settings, line) => {
    expect(paymentNotice(readSettings(settings))).toMatch(line)
  })

  it.each([{}, { ...stripe, ...isPublic }, { ...isPublic, PAYMENTS: 'off' }])('with %o says nothing', (settings) => {
    expect(paymentNotice(readSettings(settings))).toBeNull()
  })
})
