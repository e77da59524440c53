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
const paidVendor = { OPENAI_API_KEY: 'sk-12345678' }
const localUrl = { PUBLIC_URL: 'http://localhost:3000' }
const publicUrl = { PUBLIC_URL: 'https://prompts.example.org' }

describe('who takes payments', () => {
  it.each([
    ['the sandbox by default', {}, 'sandbox'],
    ['the sandbox with a local PUBLIC_URL', localUrl, 'sandbox'],
    [
      'the sandbox with a key of a local Llama',
      { LLAMA_API_KEY: 'sk-12345678', LLAMA_BASE_URL: 'http://127.0.0.1:11434' },
      'sandbox',
    ],
    [
      'nobody with a key of a Llama on another machine',
      { LLAMA_API_KEY: 'sk-12345678', LLAMA_BASE_URL: 'https://llama.example.org' },
      'off',
    ],
    ['nobody with the key of a paid vendor', paidVendor, 'off'],
    ['nobody with a key of OpenRouter', { OPENROUTER_API_KEY: 'sk-or-12345678' }, 'off'],
    ['nobody on a public site', publicUrl, 'off'],
    ['nobody on a HOST that is open to the network, without PUBLIC_URL', { HOST: '0.0.0.0' }, 'off'],
    ['nobody on an open IPv6 HOST', { HOST: '::' }, 'off'],
    ['nobody on an address of the local network', { HOST: '192.168.1.20' }, 'off'],
    ['the sandbox on an open HOST with a local PUBLIC_URL', { HOST: '0.0.0.0', ...localUrl }, 'sandbox'],
    [
      'the sandbox on an open HOST with PAYMENTS_SANDBOX_UNSAFE',
      { HOST: '0.0.0.0', PAYMENTS_SANDBOX_UNSAFE: '1' },
      'sandbox',
    ],
    [
      'nobody on an open HOST with the key of a paid vendor, even with PAYMENTS_SANDBOX_UNSAFE',
      { HOST: '::', ...paidVendor, PAYMENTS_SANDBOX_UNSAFE: '1' },
      'off',
    ],
    ['Stripe on an open HOST', { HOST: '0.0.0.0', ...stripe }, 'stripe'],
    ['Stripe with its keys', { ...stripe, ...paidVendor, ...publicUrl }, 'stripe'],
    ['nobody with PAYMENTS=off', { ...stripe, PAYMENTS: 'off' }, 'off'],
    ['the sandbox with PAYMENTS=sandbox, even with the keys of Stripe', { ...stripe, PAYMENTS: 'sandbox' }, 'sandbox'],
    [
      'the sandbox on a public site with PAYMENTS=sandbox and PAYMENTS_SANDBOX_UNSAFE',
      { ...paidVendor, ...publicUrl, PAYMENTS: 'sandbox', PAYMENTS_SANDBOX_UNSAFE: '1' },
      'sandbox',
    ],
  ])('is %s', (_, settings, mode) => {
    expect(modeOf(settings as unknown as Record<string, string>)).toBe(mode)
  })

  it.each(aiVendors)('is nobody with a key of %s at an address that isn’t local', (vendor) => {
    const { setting } = vendorFacts[vendor]
    const settings = { [`${setting}_API_KEY`]: 'sk-12345678', [`${setting}_BASE_URL`]: 'https://models.example.org' }
    expect(modeOf(settings)).toBe('off')
  })
})

describe('invalid payment settings', () => {
  it.each([
    ['PAYMENTS', { PAYMENTS: 'yes' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'secret' }],
    ['STRIPE_SECRET_KEY', { PAYMENTS: 'stripe' }],
    ['STRIPE_PRICE_ID', { ...stripe, STRIPE_PRICE_ID: '' }],
    ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }],
    ['PAYMENTS', { PAYMENTS: 'sandbox', ...paidVendor }],
    ['PAYMENTS', { PAYMENTS: 'sandbox', ...publicUrl }],
    ['PAYMENTS', { PAYMENTS: 'sandbox', HOST: '0.0.0.0' }],
  ])('are refused with one line that names %s', (name, settings) => {
    expect(() => readSettings(settings)).toThrow(new RegExp(`^Invalid setting: ${name}[= ][^\\n]+$`))
  })
})

describe('the payment notice at startup', () => {
  it.each([
    [{ HOST: '0.0.0.0' }, /^Payments are off: HOST=0\.0\.0\.0 .*PUBLIC_URL.*PAYMENTS_SANDBOX_UNSAFE=1/],
    [publicUrl, /^Payments are off: PUBLIC_URL/],
    [paidVendor, /^Payments are off: OPENAI_API_KEY/],
    [{ HOST: '0.0.0.0', PAYMENTS_SANDBOX_UNSAFE: '1' }, /^Test cards buy Premium here/],
  ])('with %o explains the payment mode', (settings, line) => {
    expect(paymentNotice(readSettings(settings))).toMatch(line)
  })

  it.each([{}, { ...stripe, ...publicUrl }, { ...publicUrl, PAYMENTS: 'off' }])('with %o is omitted', (settings) => {
    expect(paymentNotice(readSettings(settings))).toBeNull()
  })
})
