import { type Block, daysBetween } from '#features/prompt-statistics/shown-count-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { usDate } from '#lib/us-date.ts'
import './day-plot.css'

/**
 * A chart of counts by day: the width of a bar is its days, and its area is their count. A table below has the same
 * figures. `from`, `until`: the range of the axis.
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
  const heights = dailyAverages(
    series.flatMap(({ blocks }) => blocks),
    from,
    days,
  )
  const max = Math.max(0, ...heights)
  const total = series.flatMap(({ blocks }) => blocks).reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className="day-plot">
      <svg
        role="img"
        aria-label={`${name}: ${formatNumber(total)} from ${usDate(from)} to ${usDate(until)}. The table has the figures.`}
        viewBox={`0 0 ${days} 1`}
        preserveAspectRatio="none"
      >
        <path d={outlineOf(heights, max)} />
      </svg>
      <figcaption>
        <span>{usDate(from)}</span>
        <span>{max > 0 && `Highest: ${rounded(max)} a day`}</span>
        <span>{usDate(until)}</span>
      </figcaption>
      <details>
        <summary>Table, {formatNumber(total)} in all</summary>
        <BlockTable name={name} series={series} />
      </details>
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
          <th scope="col">Days (UTC)</th>
          {series.length > 1 && <th scope="col">Source</th>}
          <th scope="col" className="r">
            Count
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, from, to, count }) => (
          <tr key={`${source} ${from}`}>
            <td>{from === to ? usDate(from) : `${usDate(from)} to ${usDate(to)}`}</td>
            {series.length > 1 && <td>{source}</td>}
            <td className="r">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The average count of each day: a block's count divided by its days. */
function dailyAverages(blocks: Block[], first: string, days: number): number[] {
  const heights = new Array<number>(days).fill(0)
  for (const { from, to, count } of blocks) {
    const start = daysBetween(first, from)
    const length = daysBetween(from, to) + 1
    for (let day = start; day < start + length; day++) heights[day] = (heights[day] ?? 0) + count / length
  }
  return heights
}

/** The SVG path of bars without gaps, one unit wide per day and with a maximum height of 1. */
function outlineOf(heights: number[], max: number): string {
  const tops = heights.map((height, day) => {
    const y = (max > 0 ? 1 - height / max : 1).toFixed(4)
    return `L${day} ${y}L${day + 1} ${y}`
  })
  return `M0 1${tops.join('')}L${heights.length} 1Z`
}

function rounded(value: number): string {
  return value < 10 ? `${Math.round(value * 10) / 10}` : formatNumber(Math.round(value))
}
