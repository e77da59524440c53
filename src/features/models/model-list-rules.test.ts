import { describe, expect, it } from 'vitest'
import { modelListExample, readModelList } from './model-list-rules.ts'

describe('reading a setting such as OPENAI_MODELS', () => {
  it('returns ids with prices in credits, and optionally the context window and prices in dollars', () => {
    expect(readModelList(modelListExample)).toEqual({
      models: [
        { id: 'gpt-5.4', price: 3, context: 400_000, dollars: { input: 2.5, output: 15 } },
        { id: 'gpt-5.4-mini', price: 1, context: null, dollars: null },
      ],
    })
  })

  it('accepts ids as Ollama and OpenRouter write them', () => {
    expect(readModelList('llama3.2:3b=1, meta-llama/llama-3.3-70b-instruct:free=2')).toMatchObject({
      models: [{ id: 'llama3.2:3b' }, { id: 'meta-llama/llama-3.3-70b-instruct:free' }],
    })
  })

  it.each([
    ['gpt', 'an entry looks like'],
    ['gpt=0', '1 to 100 are allowed'],
    ['gpt=101', '1 to 100 are allowed'],
    ['gpt=1.5', 'an entry looks like'],
    ['gpt=1,', 'an entry looks like'],
    ['gpt=1 speed=2', 'has “speed=2” after gpt'],
    ['gpt=1, gpt=2', 'names gpt twice'],
  ])('refuses %s', (text, message) => {
    expect(readModelList(text)).toEqual({ refusal: expect.stringContaining(message) })
  })
})
