import { describe, expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { chatNameOf, familyWithChat } from './chat-name.ts'

describe('the name of a model family', () => {
  it('is followed by the name of its chat if that differs', () => {
    expect(aiVendors.map(familyWithChat)).toEqual(['OpenAI (ChatGPT)', 'Claude', 'Gemini', 'DeepSeek', 'Llama'])
  })

  it('is replaced by the name of its chat where people paste an answer', () => {
    expect(chatNameOf('openai')).toBe('ChatGPT')
  })
})
