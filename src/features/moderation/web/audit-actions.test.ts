import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { claimActions } from '#features/claims/rules.ts'
import { caseActions, exampleActions } from '#features/moderation/rules.ts'
import { auditActions, detailsInWords, nameOfAction } from './audit-actions.ts'

const listedActions = Object.values(auditActions).flatMap((group) => Object.keys(group))

it('every action that the code records has a name in the audit log, and every named action is recorded', async () => {
  const nouns = [...new Set(listedActions.map((action) => action.split('.')[0]))].join('|')
  // The code composes most of these actions, such as `report.${action}`, so the patterns below don't find them.
  const recorded = new Set([
    ...caseActions.map((action) => `report.${action}`),
    ...exampleActions.map((action) => `example.${action}`),
    ...claimActions.map((action) => `claim.${action}`),
    'comment.approve',
    'comment.remove',
  ])
  for await (const file of glob('src/**/*.ts', { exclude: ['**/*.test.ts', '**/web/**'] })) {
    const text = readFileSync(file, 'utf8')
    if (!text.includes('recordAuditEntry')) continue
    for (const [, action] of text.matchAll(/action: '([a-z-]+\.[a-z-]+)'/g)) recorded.add(action ?? '')
    // Finds both actions in a conditional expression such as `done ? 'message.done' : 'message.reopen'`.
    for (const [, action] of text.matchAll(new RegExp(`[?:] '((?:${nouns})\\.[a-z-]+)'`, 'g')))
      recorded.add(action ?? '')
  }
  expect(recorded.size).toBeGreaterThan(60)
  expect([...recorded].filter((action) => nameOfAction(action) === action)).toEqual([])
  expect(listedActions.filter((action) => !recorded.has(action))).toEqual([])
})

it('the details of an action are shown in words, with only the end of each id', () => {
  expect(detailsInWords({ by: 'password' })).toBe('by password')
  expect(detailsInWords({ token: '01a2178a-4fd9-71f8-9230-a207206cb2d8', days: 3 })).toBe('token …206cb2d8, days 3')
  expect(`${nameOfAction('account.role')} ${detailsInWords({ role: 'admin' })}`).toBe('changed a role to admin')
  expect(detailsInWords({ before: 'pending' })).toBe('previously pending')
})
