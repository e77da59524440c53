import { expect, it } from 'vitest'
import { createTestSite } from '#test/test-site.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createSiteHealth } from '../telemetry/site-health.ts'
import { type FailingWork, startBackgroundWork } from './background-work.ts'

it('work that fails is in the metrics, on the Health page and once in the log, until it succeeds', async () => {
  const testSite = await createTestSite()
  const { db } = testSite
  const failingWork: FailingWork = new Map()
  const metrics = createMetrics({ cacheBytes: () => 0, pool: () => ({ total: 0, idle: 0, waiting: 0 }), failingWork })
  const readHealth = createSiteHealth({ db, now: testSite.now, failingWork })
  const healthOfWork = async () => (await readHealth()).checks.find(({ subject }) => subject === 'background work')
  const warnings: object[] = []
  let runs = 0
  let isBroken = true
  const succeed = async () => {}
  const stop = startBackgroundWork({
    ...{ db, failingWork, showsExamples: true },
    watch: {
      check: async () => {
        runs++
        if (isBroken) throw new Error('Failed for 7')
      },
    } as never,
    services: {
      views: { takeAll: () => [], putBack: () => {} },
      sentences: { embedWaitingPrompts: succeed },
      jobs: { start: succeed },
    } as never,
    modelFinder: { findLocal: succeed, updateList: succeed } as never,
    log: { warn: (fields: object) => warnings.push(fields) } as never,
  })
  await expect.poll(() => runs).toBe(2)
  expect(await metrics.read()).toContain('background_work_failing{work="changes of other processes"} 1')
  expect(await healthOfWork()).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('changes of other processes (Failed for 7)'),
  })
  expect(warnings).toEqual([{ work: 'changes of other processes', error: 'Failed for 7' }])
  isBroken = false
  await expect.poll(() => failingWork.size).toBe(0)
  expect(await metrics.read()).not.toContain('background_work_failing{')
  expect(await healthOfWork()).toMatchObject({ level: 'ok' })
  stop()
  await testSite.close()
})
