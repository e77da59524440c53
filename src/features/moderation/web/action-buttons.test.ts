import { expect, it } from 'vitest'
import { type ActionKey, toShortcuts } from './action-buttons.tsx'

it('two actions of a row can’t have the same key', () => {
  const actionOf = (key: ActionKey, label: string) => ({ key, label, run: () => undefined })
  expect(Object.keys(toShortcuts([actionOf('a', 'Approve'), actionOf('r', 'Remove')]))).toEqual(['a', 'r'])
  expect(() => toShortcuts([actionOf('a', 'Approve'), actionOf('a', 'Archive')])).toThrow(
    '“Approve” and “Archive” have the same key, a.',
  )
})
