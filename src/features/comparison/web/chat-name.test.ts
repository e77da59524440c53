import { describe, expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { chatNameOf, familyWithChat } from './chat-name.ts'

describe('families of models where people choose chats', () => {
  it('have the name of their chat beside them if it is another', () => {
    expect(aiVendors.map(familyWithChat)).toEqual(['OpenAI (ChatGPT)', 'Claude', 'Gemini', 'DeepSeek', 'Llama'])
  })

  it('are called by their chat where an answer comes from it', () => {
    expect(chatNameOf('openai')).toBe('ChatGPT')
  })
})
