import { describe, expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { chatNameOf, familyWithChat } from './chat-name.ts'

describe('the name of a model family', () => {
  it('is followed by its chat’s name if the two differ', () => {
    expect(aiVendors.map(familyWithChat)).toEqual(['OpenAI (ChatGPT)', 'Claude', 'Gemini', 'DeepSeek', 'Llama'])
  })

  it('is its chat’s name where people know the chat better than the maker', () => {
    expect(chatNameOf('openai')).toBe('ChatGPT')
  })
})
