import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storePendingAct } from '#features/accounts/web/pending-act.ts'
import { pendingRun, takePendingRun } from './pending-run.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const source = { promptId: 'a', content: 'About {{topic}}', values: {} }
const input = { promptId: 'a', variables: { topic: 'Bees' }, blind: true, keys: { openai: 'sk-secret' } }

describe('a comparison that waits for a sign-in', () => {
  it('is taken once, by its own source, and contains no keys', () => {
    storePendingAct(pendingRun(input, ['composer', 'checker']))
    expect(sessionStorage.getItem('pendingAct')).not.toContain('sk-secret')
    expect(takePendingRun({ ...source, promptId: 'b' })).toBeUndefined()
    expect(takePendingRun({ content: 'A text of my own', values: {} })).toBeUndefined()
    const { keys: _, ...rest } = input
    expect(takePendingRun(source)).toEqual({ input: rest, models: ['composer', 'checker'] })
    expect(takePendingRun(source)).toBeUndefined()
  })

  it('is recognized by its text if it belongs to no prompt', () => {
    const own = { content: 'A text of my own', values: {} }
    storePendingAct(pendingRun({ content: own.content, variables: {}, blind: false }, ['composer', 'checker']))
    expect(takePendingRun(source)).toBeUndefined()
    expect(takePendingRun(own)?.models).toEqual(['composer', 'checker'])
  })

  it.each([null, { wish: 7, models: [] }, { wish: { promptId: 'a' }, models: [7] }])('is not %j', (data) => {
    storePendingAct({ kind: 'comparison', data })
    expect(takePendingRun(source)).toBeUndefined()
  })
})
