import { readdir } from 'node:fs/promises'
import { memoryOfOne } from '#test/processes.ts'
import type { Site } from './site.ts'

/**
 * The resources that the product, without its database, uses at a moment: `memory` in MB by process id, `files` (open
 * file descriptors), and `connections` to the database, or null if the database is down.
 */
export type Measurement = { at: number; memory: Record<number, number>; files: number; connections: number | null }

const connectionCountSql = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Measures the resources that the product uses now. */
export async function measureSite(site: Site): Promise<Measurement> {
  const pids = await site.processes()
  const memory = Object.fromEntries(pids.map((pid) => [pid, memoryOfOne(pid)]))
  const files = await Promise.all(pids.map((pid) => readdir(`/proc/${pid}/fd`).catch(() => [])))
  const rows = await site.query<{ count: number }>(connectionCountSql).catch(() => [])
  return { at: Date.now(), memory, files: files.flat().length, connections: rows[0]?.count ?? null }
}

/** Takes a measurement every `ms` milliseconds. */
export function startMeasuring(site: Site, ms: number) {
  const measurements: Measurement[] = []
  const timer = setInterval(async () => measurements.push(await measureSite(site)), ms)
  return { measurements, stop: () => clearInterval(timer) }
}

/** The memory of a process over time, in MB. `perHour` is its growth in an hour, computed by least squares. */
export type Slope = { pid: number; minutes: number; first: number; last: number; perHour: number }

/**
 * Computes the memory growth of each process, without its first `warmUpMs`. Leaves out processes that were measured
 * for less than `minMs` after that.
 */
export function slopesOf(measurements: Measurement[], warmUpMs: number, minMs: number): Slope[] {
  const pids = new Set(measurements.flatMap(({ memory }) => Object.keys(memory).map(Number)))
  return [...pids].flatMap((pid) => {
    const all = measurements.flatMap(({ at, memory }) => (memory[pid] ? [{ at, size: memory[pid] }] : []))
    const points = all.filter(({ at }) => at >= (all[0]?.at ?? 0) + warmUpMs)
    const [start, end] = [points[0], points.at(-1)]
    if (!start || !end || end.at - start.at < minMs) return []
    const hours = points.map(({ at }) => (at - start.at) / 3_600_000)
    const perHour = slope(
      hours,
      points.map(({ size }) => size),
    )
    return [{ pid, minutes: (end.at - start.at) / 60_000, first: start.size, last: end.size, perHour }]
  })
}

/** Returns the slope of the regression line through these points (least squares). */
export function slope(xs: number[], ys: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x0, y0] = [mean(xs), mean(ys)]
  const covariance = xs.reduce((sum, x, i) => sum + (x - x0) * ((ys[i] ?? 0) - y0), 0)
  return covariance / xs.reduce((sum, x) => sum + (x - x0) ** 2, 0)
}
