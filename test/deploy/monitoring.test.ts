import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addMetrics, createMetrics, supervisorMetrics } from '#server/telemetry/metrics.ts'
import { adminPath, isInstalled } from '#test/operations-blocks.ts'

const root = join(import.meta.dirname, '../..')
const alertsFile = join(root, 'deploy/prometheus/alerts.yaml')

type Rule = { alert: string; expr: string; annotations: { summary: string } }
const rules: Rule[] = parse(readFileSync(alertsFile, 'utf8')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana/dashboard.json'), 'utf8'))
const panels: { title: string; targets: { expr: string }[] }[] = dashboard.panels

const figures = async () => ({
  databaseUp: true,
  databaseWritable: true,
  readError: null,
  databaseBytes: 1,
  jobsWaiting: 1,
  jobsOldestAge: 1,
  emailsWaiting: 1,
  emailsOldestAge: 1,
  jobsFailed: 1,
  emailsRefused: 1,
  webhooksReceived: 1,
  webhooksFailed: 1,
  aiSpent: 1,
  aiBudget: 1,
  backupPlaceCount: 1,
  backupsUnusable: [],
  backupAge: 1,
  checkedBackupAge: 1,
  diskFree: 1,
  diskSize: 1,
})

/** Returns the names of all metrics of a site with workers, and `up`, which Prometheus adds. */
async function metricNames(): Promise<Set<string>> {
  const metrics = createMetrics({ cacheBytes: () => 1, pool: () => ({ total: 1, idle: 1, waiting: 1 }), figures })
  const parts = [await metrics.readParts(), await supervisorMetrics({ workers: 2, restarts: 1 })]
  const text = await addMetrics(parts)
  const histograms = [...text.matchAll(/^# TYPE (\w+) histogram$/gm)].flatMap(([, name]) => [
    `${name}_bucket`,
    `${name}_count`,
    `${name}_sum`,
  ])
  return new Set([...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name), ...histograms, 'up'])
}

/** Returns the metrics that a Prometheus expression names: words that aren't functions, labels or keywords. */
function metricsIn(expression: string): string[] {
  const withoutLabels = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  return [...withoutLabels.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([word]) => word)
    .filter((word) => !['and', 'by'].includes(word))
}

describe('the files for monitoring', () => {
  it.each([
    ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
  ])('use only existing metrics in “$name”', async ({ expr }) => {
    const names = metricsIn(expr)
    expect(names.length).toBeGreaterThan(0)
    const known = await metricNames()
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('describe each alert in a complete sentence', () => {
    for (const { annotations } of rules) expect(annotations.summary).toMatch(/^[A-Z].{30,}\.$/)
  })

  it.runIf(isInstalled('promtool', ['--version'], 'the syntax of the alert rules'))(
    'contain rules that Prometheus accepts',
    () => {
      const env = { ...process.env, PATH: adminPath }
      const { status, stderr, stdout } = spawnSync('promtool', ['check', 'rules', alertsFile], {
        env,
        encoding: 'utf8',
      })
      expect(status, stdout + stderr).toBe(0)
    },
  )
})
