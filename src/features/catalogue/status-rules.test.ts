import { describe, expect, it } from 'vitest'
import type { PromptStatus } from './rules.ts'
import { type RequestedStatus, statusAfter, type Writer } from './status-rules.ts'

/** Each row has the current status, the writer and the requested status, and then the results. `no` is a refusal. */
const table: [
  PromptStatus,
  Writer,
  RequestedStatus | undefined,
  result: PromptStatus | 'no',
  resultIfWaiting: PromptStatus | 'no',
][] = [
  ['draft', 'author', undefined, 'draft', 'draft'],
  ['draft', 'author', 'published', 'published', 'pending'],
  ['draft', 'moderator', 'published', 'no', 'no'],
  ['pending', 'author', 'draft', 'draft', 'draft'],
  ['pending', 'author', 'published', 'pending', 'pending'],
  ['pending', 'moderator', 'published', 'published', 'published'],
  ['pending', 'moderator', 'draft', 'no', 'no'],
  ['published', 'author', undefined, 'published', 'pending'],
  ['published', 'author', 'draft', 'draft', 'draft'],
  ['published', 'moderator', undefined, 'published', 'published'],
  ['published', 'moderator', 'draft', 'no', 'no'],
  ['removed', 'author', undefined, 'removed', 'removed'],
  ['removed', 'author', 'published', 'no', 'no'],
  ['removed', 'author', 'draft', 'no', 'no'],
  ['removed', 'moderator', 'published', 'published', 'published'],
  ['deleted', 'author', 'published', 'no', 'no'],
  ['deleted', 'moderator', 'published', 'no', 'no'],
]

describe('the status of a prompt', () => {
  it.each(table)(
    'changes from %s, if the %s requests %s, to %s, or to %s if it has to wait',
    (current, writer, requested, result, resultIfWaiting) => {
      const outcome = (mustWait: boolean) => {
        const next = statusAfter(current, writer, requested, mustWait)
        return typeof next === 'string' ? next : 'no'
      }
      expect([outcome(false), outcome(true)]).toEqual([result, resultIfWaiting])
    },
  )
})
