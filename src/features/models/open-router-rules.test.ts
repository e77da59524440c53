import { describe, expect, it } from 'vitest'
import {
  chooseRouted,
  completeRouted,
  creditsFor,
  type RoutedModel,
  unknownMakerError,
  vendorOfRouted,
} from './open-router-rules.ts'
import { aiVendors } from './rules.ts'
import { type OfferedModel, vendorFacts } from './vendor-rules.ts'

const routed = (id: string, outputDollars: number, createdAt: number): RoutedModel => ({
  id,
  context: 128_000,
  dollars: { input: outputDollars / 5, output: outputDollars },
  createdAt,
})

describe('models of OpenRouter', () => {
  it('belong to the families of their makers', () => {
    expect(vendorOfRouted('meta-llama/llama-4-maverick')).toBe('meta')
    expect(vendorOfRouted('openai/gpt-5.4')).toBe('openai')
    expect(vendorOfRouted('openai-imitator/gpt-5.4')).toBeUndefined()
    expect(unknownMakerError('mistralai/mistral-large')).toContain('openai/…, anthropic/…')
    expect(unknownMakerError('deepseek/deepseek-chat')).toBeNull()
  })

  it('cost a credit for every 5 dollars of output price, rounded up and at least one, like the models in vendor-rules.ts', () => {
    for (const vendor of aiVendors)
      for (const { dollars, price } of vendorFacts[vendor].models as readonly OfferedModel[])
        if (dollars) expect(creditsFor(dollars)).toBe(price)
    expect(creditsFor({ input: 0, output: 0 })).toBe(1)
  })

  it('that are offered by default are a family’s newest for 1 credit and its newest for 2 or 3, never variants or previews', () => {
    // Models of other series (o9, gemma-4) and those without a price (gemini-4-flash) aren't offered either.
    const list = [
      routed('openai/gpt-5-mini', 2, 10),
      routed('openai/gpt-6-mini', 4, 20),
      routed('openai/gpt-6', 14, 19),
      routed('openai/gpt-6-pro', 120, 30),
      routed('openai/gpt-6-mini:free', 1, 40),
      routed('openai/gpt-audio-mini', 1, 40),
      routed('openai/gpt-oss-120b', 1, 40),
      routed('openai/gpt-7-preview', 1, 40),
      routed('openai/o9', 1, 40),
      routed('google/gemini-4-flash', 0, 40),
      routed('google/gemma-4', 1, 40),
      routed('deepseek/deepseek-r1-distill-llama-70b', 1, 40),
      routed('deepseek/deepseek-chat-v4', 1, 30),
    ]
    expect(chooseRouted(list, 'openai').map(({ id, price }) => [id, price])).toEqual([
      ['openai/gpt-6-mini', 1],
      ['openai/gpt-6', 3],
    ])
    expect(chooseRouted(list, 'google')).toEqual([])
    expect(chooseRouted(list, 'deepseek').map(({ id }) => id)).toEqual(['deepseek/deepseek-chat-v4'])
  })

  it('take their context and dollar prices from OpenRouter’s list if OPENROUTER_MODELS doesn’t state them', () => {
    const list = [routed('openai/gpt-6', 14, 19)]
    const stated = { input: 1, output: 2 }
    const models = [
      { id: 'openai/gpt-6', price: 2, context: null, dollars: null },
      { id: 'openai/gpt-6', price: 2, context: 9, dollars: stated },
      { id: 'openai/gpt-7', price: 2, context: null, dollars: null },
    ]
    expect(completeRouted(models, list).map(({ context, dollars }) => [context, dollars])).toEqual([
      [128_000, { input: 2.8, output: 14 }],
      [9, stated],
      [null, null],
    ])
  })
})
