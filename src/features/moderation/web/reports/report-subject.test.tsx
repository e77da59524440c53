import { expect, it } from 'vitest'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { isOnlyAboutCategory } from './report-subject.tsx'

const reportOf = (reason: ReportCase['reports'][number]['reason']): ReportCase['reports'][number] => ({
  reason,
  details: null,
  user: { username: 'ada' },
  createdAt: '2026-11-26T00:00:00.000Z',
})

it('a case is only about the category if all its reports are shown and have the reason “wrong category”', () => {
  const reports = Array.from({ length: 20 }, () => reportOf('wrong_category'))
  expect(isOnlyAboutCategory({ reports, reportCount: 20 })).toBe(true)
  expect(isOnlyAboutCategory({ reports, reportCount: 21 })).toBe(false)
  expect(isOnlyAboutCategory({ reports: [...reports.slice(1), reportOf('spam')], reportCount: 20 })).toBe(false)
})
