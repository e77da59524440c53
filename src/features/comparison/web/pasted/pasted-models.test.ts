import { describe, expect, it } from 'vitest'
import type { AiVendor } from '#features/models/rules.ts'
import type { MemberModel } from '#features/models/web/offered-model.ts'
import { choiceOf, pastedFamilies, pastedId, pastedOf } from './pasted-models.ts'

const model = (id: string, vendor: AiVendor | 'built-in', available: boolean): MemberModel => ({
  id,
  name: id,
  vendor,
  price: 1,
  available,
  reason: null,
  through: null,
  context: null,
  ownKey: 'openai',
  hasOwnKey: false,
})
const composer = model('composer', 'built-in', true)
const gpt = model('gpt', 'openai', true)
const gemini = model('gemini', 'google', true)
const claude = model('claude', 'anthropic', false)

describe('the choice of models to compare', () => {
  it('offers to paste the answer of every family that can’t answer here', () => {
    expect(pastedFamilies([gpt, claude, composer])).toEqual(['anthropic', 'google', 'deepseek', 'meta'])
  })

  it('starts with two families to paste from if no language model can answer', () => {
    expect(choiceOf([claude, composer], undefined)).toEqual({ models: [], families: ['openai', 'anthropic'] })
  })

  it('starts with the language models that can answer, and with the Composer if only one can', () => {
    expect(choiceOf([gpt, claude, composer], undefined)).toEqual({ models: [gpt, composer], families: [] })
    expect(choiceOf([gpt, gemini, composer], undefined)).toEqual({ models: [gpt, gemini], families: [] })
  })

  it('leaves out models that can’t answer here, and families that can', () => {
    const selected = ['gpt', 'claude', pastedId('openai'), pastedId('anthropic')]
    expect(choiceOf([gpt, claude, composer], selected)).toEqual({ models: [gpt], families: ['anthropic'] })
  })

  it('sends pasted answers under the names of their chats', () => {
    expect(pastedOf(['openai'], { openai: 'Hi', google: 'no' })).toEqual([
      { model: 'ChatGPT', vendor: 'openai', text: 'Hi' },
    ])
    expect(pastedOf([], {})).toBeUndefined()
  })
})
