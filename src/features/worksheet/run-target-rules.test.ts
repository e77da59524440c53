import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aiVendors } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { suffixFor } from './run-suffix-rules.ts'
import {
  chatOf,
  mainImageTargets,
  mainRunTargets,
  mainVideoTargets,
  moreImageTargets,
  moreRunTargets,
  planRun,
  type RunTarget,
  runTargets,
  whereToPaste,
} from './run-target-rules.ts'

const images: RunTarget[] = [...mainImageTargets, ...moreImageTargets]
const all: RunTarget[] = [...new Set([...mainRunTargets, ...moreRunTargets, ...images, ...mainVideoTargets])]
const targetOf = (id: string) => all.find((target) => target.id === id) as RunTarget

describe('running a prompt at another site or in an editor', () => {
  it('is offered by buttons for five chats', () => {
    expect(mainRunTargets.map(({ name }) => name)).toEqual(['ChatGPT', 'Claude', 'Gemini', 'DeepSeek', 'Llama'])
  })

  it.each(aiVendors)('opens a page for the chat of %s (`chat` in vendor-rules.ts)', (vendor) => {
    expect(chatOf(vendorFacts[vendor].chat)?.home).toMatch(/^https:/)
  })

  it('offers the chats that make images and image tools for image prompts', () => {
    const { main, more } = runTargets.image
    expect(main.map(({ name }) => name)).toEqual(['ChatGPT', 'Gemini', 'Midjourney', 'Ideogram', 'Firefly'])
    expect([...main, ...more].map(({ name }) => name)).not.toContain('Claude')
  })

  it('repeats the ratio of a text as Midjourney’s parameter, unless the text already has that parameter', () => {
    const suffix = (id: string, text: string) => suffixFor(targetOf(id), text)
    expect(suffix('midjourney', 'A fox, portrait format 4:5.')).toBe('--ar 4:5')
    expect(suffix('midjourney', 'A square image of a fox.')).toBe('--ar 1:1')
    expect(suffix('midjourney', 'A fox')).toBe(null)
    for (const stated of ['--ar 16:9', '--aspect 16:9']) expect(suffix('midjourney', `A fox, 4:5 ${stated}`)).toBe(null)
    expect(suffix('ideogram', 'A fox, 4:5')).toBe(null)
  })

  it('says where to paste a copied text', () => {
    expect(whereToPaste(targetOf('midjourney'))).toBe('Paste it into Midjourney’s prompt field.')
    expect(whereToPaste(targetOf('gemini'))).toBe('Paste it into Gemini’s message field.')
  })

  it('offers video tools for video prompts', () => {
    const { main, more } = runTargets.video
    expect(main).toBe(mainVideoTargets)
    expect([...main, ...more].map(({ name }) => name)).not.toContain('Midjourney')
  })

  it('passes the text in the address if the target supports that', () => {
    expect(planRun(targetOf('chatgpt'), 'Fish & chips?')).toEqual({
      address: 'https://chatgpt.com/?prompt=Fish%20%26%20chips%3F',
      mustCopy: false,
    })
    expect(planRun(targetOf('vscode'), 'a b').address).toBe('vscode://GitHub.Copilot-Chat/chat?prompt=a%20b')
  })

  it('copies the text for other chats', () => {
    for (const id of ['gemini', 'deepseek', 'llama'])
      expect(planRun(targetOf(id), 'short')).toEqual({ address: targetOf(id).home, mustCopy: true })
  })

  it('copies a text whose encoding is too long for an address', () => {
    expect(planRun(targetOf('claude'), 'x'.repeat(1800)).mustCopy).toBe(false)
    expect(planRun(targetOf('claude'), 'x'.repeat(1801))).toEqual({ address: 'https://claude.ai/new', mustCopy: true })
    expect(planRun(targetOf('claude'), '日'.repeat(201)).mustCopy).toBe(true)
    expect(planRun(targetOf('vscode'), 'x'.repeat(1801))).toEqual({ address: null, mustCopy: true })
  })

  it('never loses or changes the text, and never creates an invalid address', () => {
    const reserved = fc.string({ unit: fc.constantFrom(...'a &#+%?=/\n'), maxLength: 3000, size: 'max' })
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), reserved)
    fc.assert(
      fc.property(fc.constantFrom(...all), text, (target, text) => {
        const { address, mustCopy } = planRun(target, text)
        if (mustCopy) expect(address).toBe(target.home)
        else expect([...new URL(address ?? '').searchParams.values()]).toEqual([text])
      }),
      { numRuns: 300 },
    )
  })

  it('replaces a lone surrogate with U+FFFD', () => {
    expect(planRun(targetOf('claude'), 'a\ud83d').address).toBe('https://claude.ai/new?q=a%EF%BF%BD')
  })

  it('opens only https and vscode addresses, and no two targets have the same id', () => {
    for (const { home, textLink } of all) {
      for (const address of [home, textLink?.prefix ?? null]) {
        if (address !== null) expect(address).toMatch(/^(https|vscode):\/\//)
      }
      expect(home ?? textLink).not.toBeNull()
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})
