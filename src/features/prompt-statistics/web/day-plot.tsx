import { type Block, daysBetween } from '#features/prompt-statistics/shown-count-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { shortUsDate, usDate } from '#lib/us-date.ts'
import './day-plot.css'

/** With fewer bars than this, a chart would show no more than the total and the table. */
const barsMin = 5

/**
 * A bar chart of counts by day, from `from` to `until`, with all `series` added together. A bar spans one or more days,
 * and its area is their count. A table below lists the blocks of each series. With fewer than `barsMin` bars, the total
 * replaces the chart.
 */
export function DayPlot({
  name,
  series,
  from,
  until,
}: {
  name: string
  series: { name: string; blocks: Block[] }[]
  from: string
  until: string
}) {
  const days = daysBetween(from, until) + 1
  const blocks = series.flatMap((one) => one.blocks)
  const heights = dailyAverages(blocks, from, days)
  const bars = barsOf(blocks, from, heights)
  const top = scaleTop(Math.max(0, ...heights))
  const total = blocks.reduce((sum, { count }) => sum + count, 0)
  const table = (
    <details>
      <summary>{t('Table, {total} in all', { total })}</summary>
      <BlockTable name={name} series={series} />
    </details>
  )
  if (bars.filter(({ height }) => height > 0).length < barsMin)
    return (
      <div className="day-plot">
        <p className="font-display font-semibold text-h2 tabular-nums">{formatNumber(total)}</p>
        {table}
      </div>
    )
  const isAveraged = blocks.some(({ from: first, to: last }) => first !== last)
  return (
    <figure className="day-plot">
      <p className="day-unit">
        {isAveraged ? t('Per day. Days that were added together show their average.') : t('Per day')}
      </p>
      <div>
        <span aria-hidden="true">{formatRounded(top)}</span>
        <span aria-hidden="true">{formatRounded(top / 2)}</span>
        <span aria-hidden="true">0</span>
        <svg
          role="img"
          aria-label={t('{name}: {total} from {date} to {date2}. The table has the numbers.', {
            name,
            total,
            date: usDate(from),
            date2: usDate(until),
          })}
          viewBox={`0 0 ${days} 1`}
          preserveAspectRatio="none"
        >
          {bars.map(({ day, length, height }) => (
            <rect key={day} x={day + 0.1} y={1 - height / top} width={length - 0.2} height={height / top} />
          ))}
        </svg>
      </div>
      <figcaption>
        <time dateTime={from}>{shortUsDate(from)}</time>
        <time dateTime={until}>{shortUsDate(until)}</time>
      </figcaption>
      {table}
    </figure>
  )
}

function BlockTable({ name, series }: { name: string; series: { name: string; blocks: Block[] }[] }) {
  const rows = series.flatMap(({ name: source, blocks }) => blocks.map((block) => ({ source, ...block })))
  rows.sort((one, other) => (one.to < other.to ? 1 : one.to > other.to ? -1 : 0))
  return (
    <table className="data-table text-small">
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Days (UTC)')}</th>
          {series.length > 1 && <th scope="col">{t('Source')}</th>}
          <th scope="col" className="r">
            {t('Count')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, from, to, count }) => (
          <tr key={`${source} ${from}`}>
            <td>{from === to ? usDate(from) : t('{from} to {to}', { from: usDate(from), to: usDate(to) })}</td>
            {series.length > 1 && <td>{source}</td>}
            <td className="r">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the count of each day. The count of a block is spread evenly over its days. */
function dailyAverages(blocks: Block[], first: string, days: number): number[] {
  const heights = new Array<number>(days).fill(0)
  for (const { from, to, count } of blocks) {
    const start = daysBetween(first, from)
    const length = daysBetween(from, to) + 1
    for (let day = start; day < start + length; day++) heights[day] = (heights[day] ?? 0) + count / length
  }
  return heights
}

/** Returns the bars of a chart. Neighboring days with no block edge between them share a bar. `day` counts from 0. */
function barsOf(blocks: Block[], first: string, heights: number[]) {
  const edges = new Set(blocks.flatMap(({ from, to }) => [daysBetween(first, from), daysBetween(first, to) + 1]))
  const starts = [...edges].filter((day) => day < heights.length).toSorted((a, b) => a - b)
  return starts.map((day, index) => ({
    day,
    length: (starts[index + 1] ?? heights.length) - day,
    height: heights[day] ?? 0,
  }))
}

/**
 * Returns the end of a scale for values up to `max`. It is 2, 4 or 10 times a power of ten, so that its half is a round
 * number too.
 */
export function scaleTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)))
  return ([2, 4, 10].find((step) => max <= step * power) ?? 10) * power
}

function formatRounded(value: number): string {
  return value < 10 ? `${Math.round(value * 10) / 10}` : formatNumber(Math.round(value))
}
