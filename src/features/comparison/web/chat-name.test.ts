import { expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { chatNameOf, familyWithChat } from './chat-name.ts'

it('familyWithChat adds the name of a family’s chat to the family’s name if the two differ', () => {
  expect(aiVendors.map(familyWithChat)).toEqual(['OpenAI (ChatGPT)', 'Claude', 'Gemini', 'DeepSeek', 'Llama'])
})

it('chatNameOf returns the name of a family’s chat, even if the family has another name', () => {
  expect(chatNameOf('openai')).toBe('ChatGPT')
})
