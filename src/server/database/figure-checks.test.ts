import { describe, expect, it } from 'vitest'
import type { SiteFigures } from '../telemetry/site-figures.ts'
import { durationText, figureChecks } from './figure-checks.ts'

const gigabyte = 2 ** 30
const healthy: SiteFigures = {
  databaseUp: true,
  readError: null,
  databaseWritable: true,
  databaseBytes: 3 * gigabyte,
  jobsWaiting: 2,
  jobsOldestAge: 3,
  jobsFailed: 0,
  emailsWaiting: 0,
  emailsOldestAge: null,
  emailsRefused: 0,
  webhooksReceived: 7,
  webhooksFailed: 0,
  aiSpent: 1,
  aiBudget: 5,
  backupPlaceCount: 1,
  backupsUnusable: [],
  backupAge: 3_600,
  checkedBackupAge: 90_000,
  diskFree: 50 * gigabyte,
  diskSize: 100 * gigabyte,
}

describe('figures', () => {
  it('that are good are reported as ok', () => {
    expect(figureChecks(healthy).map(({ subject, level, message }) => [subject, level, message])).toEqual([
      ['jobs', 'ok', '2 waiting (the oldest for 3 seconds), 0 failed in the last day'],
      ['emails', 'ok', '0 waiting, 0 refused in the last day'],
      ['webhooks', 'ok', '7 received, 0 failed in the last day'],
      ['AI budget', 'ok', '$1.00 of $5.00 spent today (UTC)'],
      ['database size', 'ok', '3.0 GB'],
      ['backups', 'ok', 'the newest is 60 minutes old, the newest checked one 25 hours'],
      ['disk', 'ok', '50.0 GB of 100.0 GB free where the data folder is'],
    ])
  })

  it.each<[string, string, Partial<SiteFigures>, string, RegExp]>([
    ['a job that is late', 'jobs', { jobsOldestAge: 601 }, 'warn', /Check that the server runs/],
    ['a job that failed', 'jobs', { jobsFailed: 1 }, 'warn', /Search the log/],
    ['an email that is late', 'emails', { emailsOldestAge: 3_601 }, 'warn', /Check SMTP_URL/],
    ['a refused email', 'emails', { emailsRefused: 1 }, 'warn', /check MAIL_FROM/],
    ['a failed webhook', 'webhooks', { webhooksFailed: 1 }, 'warn', /compared with the provider’s every hour/],
    ['most of the budget', 'AI budget', { aiSpent: 4.01 }, 'warn', /limit is AI_DAILY_BUDGET/],
    ['all of the budget', 'AI budget', { aiSpent: 5 }, 'warn', /only the built-in engines answer/],
    ['no backups', 'backups', { backupPlaceCount: 0 }, 'warn', /Set BACKUP_FOLDER/],
    ['no backup yet', 'backups', { backupAge: null }, 'warn', /at 02:30 UTC/],
    ['an old backup', 'backups', { backupAge: 129_601 }, 'fail', /check the disk of BACKUP_FOLDER/],
    [
      'an unreachable bucket',
      'backups',
      { backupsUnusable: ['bucket nights'] },
      'fail',
      /^bucket nights can’t be used/,
    ],
    ['an unchecked backup', 'backups', { checkedBackupAge: null }, 'warn', /restore --check FILE/],
    ['an old check', 'backups', { checkedBackupAge: 31 * 86_400 }, 'warn', /restore --check FILE/],
    ['little space', 'disk', { diskFree: 9 * gigabyte }, 'warn', /enlarge the disk/],
    ['an unresponsive database', 'figures', { readError: 'too slow' }, 'fail', /be read: too slow/],
    ['almost no space', 'disk', { diskFree: gigabyte / 2 }, 'fail', /Free some space now/],
  ])('that show %s lead to advice', (_, subject, bad, level, advice) => {
    const checks = figureChecks({ ...healthy, ...bad })
    expect(checks.find((check) => check.subject === subject)).toMatchObject({
      level,
      message: expect.stringMatching(advice),
    })
    expect(checks.filter((check) => check.level !== 'ok')).toHaveLength(1)
  })

  it('that are unknown aren’t mentioned', () => {
    const unknown = Object.fromEntries(Object.keys(healthy).map((name) => [name, null])) as unknown as SiteFigures
    // The number of places for backups is always known.
    expect(
      figureChecks({ ...unknown, backupPlaceCount: 0, backupsUnusable: [] }).map(({ subject }) => subject),
    ).toEqual(['backups'])
  })

  it.each([
    [1, '1 second'],
    [119, '119 seconds'],
    [120, '2 minutes'],
    [7_200, '2 hours'],
    [172_800, '2 days'],
  ])('show %d s as “%s”', (seconds, text) => {
    expect(durationText(seconds)).toBe(text)
  })
})
