import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DayPlot, scaleTop } from './day-plot.tsx'

it('ends its scale at a round number whose half is round', () => {
  expect([0, 1, 2, 3, 12, 38, 41, 113, 999].map(scaleTop)).toEqual([2, 2, 2, 4, 20, 40, 100, 200, 1000])
})

it('draws one bar for each block, as wide as its days and as high as its average', () => {
  const blocks = [
    { from: '2026-11-16', to: '2026-11-16', count: 20 },
    { from: '2026-11-17', to: '2026-11-20', count: 40 },
  ]
  const html = renderToStaticMarkup(
    <DayPlot name="Copies" series={[{ name: '', blocks }]} from="2026-11-16" until="2026-11-21" />,
  )
  const bars = [...html.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"/g)]
  expect(bars.map((bar) => bar.slice(1).map(Number))).toEqual([
    [0.1, 0.8, 1],
    [1.1, 3.8, 0.5],
    [5.1, 0.8, 0],
  ])
  expect(html).toMatch(/>20<.*>10<.*>0</)
})
