import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Block } from '#features/prompt-statistics/shown-count-rules.ts'
import { DayPlot, scaleTop } from './day-plot.tsx'

const renderPlot = (blocks: Block[]) =>
  renderToStaticMarkup(<DayPlot name="Copies" series={[{ name: '', blocks }]} from="2026-11-16" until="2026-11-24" />)
const singleDays = (count: number): Block[] =>
  Array.from({ length: count }, (_, index) => ({
    from: `2026-11-${16 + index}`,
    to: `2026-11-${16 + index}`,
    count: 7,
  }))

it('the scale of the chart ends at a round number whose half is round', () => {
  expect([0, 1, 2, 3, 12, 38, 41, 113, 999].map(scaleTop)).toEqual([2, 2, 2, 4, 20, 40, 100, 200, 1000])
})

it('the chart draws one bar for each block, as wide as the block’s days and as high as its average', () => {
  const blocks = [
    { from: '2026-11-16', to: '2026-11-16', count: 20 },
    { from: '2026-11-17', to: '2026-11-20', count: 40 },
    { from: '2026-11-21', to: '2026-11-21', count: 10 },
    { from: '2026-11-22', to: '2026-11-22', count: 10 },
    { from: '2026-11-23', to: '2026-11-23', count: 10 },
  ]
  const html = renderPlot(blocks)
  const bars = [...html.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"/g)]
  expect(bars.map((bar) => bar.slice(1).map(Number))).toEqual([
    [0.1, 0.8, 1],
    [1.1, 3.8, 0.5],
    [5.1, 0.8, 0.5],
    [6.1, 0.8, 0.5],
    [7.1, 0.8, 0.5],
    // The last day is in no block.
    [8.1, 0.8, 0],
  ])
  expect(html).toMatch(/>20<.*>10<.*>0</)
})

it('the chart shows its unit, short dates at the ends of the axis, and whether bars are averages', () => {
  const html = renderPlot(singleDays(6))
  expect(html).toContain('>Per day<')
  expect(html).toMatch(/>Nov 16<.*>Nov 24</)
  const joined = [...singleDays(5), { from: '2026-11-21', to: '2026-11-23', count: 6 }]
  expect(renderPlot(joined)).toContain('>Per day. Days that were added together show their average.<')
})

it('the total and the table are shown without a chart if there are fewer than five bars', () => {
  const html = renderPlot(singleDays(4))
  expect(html).not.toContain('<svg')
  expect(html).toMatch(/>28<.*Table, 28 in all/)
  expect(renderPlot(singleDays(5))).toContain('<svg')
})
