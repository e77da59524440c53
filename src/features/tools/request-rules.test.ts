import { describe, expect, it } from 'vitest'
import { asksForTool, readToolRequest } from './request-rules.ts'

describe('what a search for tools asks for', () => {
  it.each([
    ['free tool to remove the background of a photo', 'remove the background of a photo', { free: true }],
    ['a free app for plants', 'plants', { free: true }],
    ['transcribe a meeting for free', 'transcribe a meeting', { free: true }],
    ['completely free image tool', 'image', { fullyFree: true }],
    ['translate a website', 'translate a website', {}],
    ['royalty-free music', 'royalty-free music', {}],
    ['freelance invoices', 'freelance invoices', {}],
    ['free tools', '', { free: true }],
    ['"free software" -paid', '"free software" -paid', {}],
  ])('%s: the task is “%s”', (search, term, filter) => {
    expect(readToolRequest(search)).toMatchObject({ term, filter, alternativeTo: null })
  })

  it.each([
    ['free alternative to Grammarly', 'grammarly', 'alternative to Grammarly'],
    ['Grammarly alternatives', 'grammarly', 'Grammarly alternatives'],
    ['an app like DeepL?', 'deepl', 'an app like DeepL?'],
  ])('%s: asks for an alternative to %s', (search, alternativeTo, withoutPrice) => {
    expect(readToolRequest(search)).toMatchObject({ alternativeTo, withoutPrice })
  })

  it.each([
    ['a tool to transcribe calls', true],
    ['video tool', true],
    ['free app to identify plants', true],
    ['an app to identify plants', false],
    ['write a toolbox talk', false],
    ['gluten free bread', false],
  ])('%s asks for a tool: %s', (search, asks) => expect(asksForTool(search)).toBe(asks))
})
