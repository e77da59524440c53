import { describe, expect, it } from 'vitest'
import type { PromptStatus } from './rules.ts'
import { type RequestedStatus, statusAfter, type Writer } from './status-rules.ts'

/** Each row has the current status, the writer, the requested status, and the result without and with `mustWait`. */
const table: [
  PromptStatus,
  Writer,
  RequestedStatus | 'no status',
  result: PromptStatus | 'refused',
  resultIfMustWait: PromptStatus | 'refused',
][] = [
  ['draft', 'author', 'no status', 'draft', 'draft'],
  ['draft', 'author', 'published', 'published', 'pending'],
  ['draft', 'moderator', 'published', 'refused', 'refused'],
  ['draft', 'author', 'shared', 'shared', 'shared'],
  ['draft', 'moderator', 'shared', 'refused', 'refused'],
  ['shared', 'author', 'no status', 'shared', 'shared'],
  ['shared', 'author', 'published', 'published', 'pending'],
  ['shared', 'author', 'draft', 'draft', 'draft'],
  ['shared', 'moderator', 'published', 'refused', 'refused'],
  ['pending', 'author', 'shared', 'shared', 'shared'],
  ['published', 'author', 'shared', 'shared', 'shared'],
  ['removed', 'author', 'shared', 'refused', 'refused'],
  ['pending', 'author', 'draft', 'draft', 'draft'],
  ['pending', 'author', 'published', 'pending', 'pending'],
  ['pending', 'moderator', 'published', 'published', 'published'],
  ['pending', 'moderator', 'draft', 'refused', 'refused'],
  ['published', 'author', 'no status', 'published', 'pending'],
  ['published', 'author', 'draft', 'draft', 'draft'],
  ['published', 'moderator', 'no status', 'published', 'published'],
  ['published', 'moderator', 'draft', 'refused', 'refused'],
  ['removed', 'author', 'no status', 'removed', 'removed'],
  ['removed', 'author', 'published', 'refused', 'refused'],
  ['removed', 'author', 'draft', 'refused', 'refused'],
  ['removed', 'moderator', 'published', 'published', 'published'],
  ['deleted', 'author', 'published', 'refused', 'refused'],
  ['deleted', 'moderator', 'published', 'refused', 'refused'],
]

describe('the status of a prompt', () => {
  it.each(table)(
    'after “%s”, when the %s requests “%s”, is “%s”, or “%s” if the text must be approved first',
    (current, writer, requested, result, resultIfMustWait) => {
      const outcome = (mustWait: boolean) => {
        const next = statusAfter(current, writer, requested === 'no status' ? undefined : requested, mustWait)
        return typeof next === 'string' ? next : 'refused'
      }
      expect([outcome(false), outcome(true)]).toEqual([result, resultIfMustWait])
    },
  )
})
