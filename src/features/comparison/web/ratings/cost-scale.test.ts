import { expect, it } from 'vitest'
import { costScaleOf } from './cost-scale.ts'

const labelsOf = (...costs: number[]) => costScaleOf(costs).ticks.map(({ label }) => label)

it('each label of a short cost scale is ten times the one before', () => {
  expect(labelsOf(0.0002, 0.0121)).toEqual(['$0.0001', '$0.001', '$0.01', '$0.1'])
  expect(labelsOf(0.5, 20)).toEqual(['$0.1', '$1', '$10', '$100'])
  expect(labelsOf(0.001)).toEqual(['$0.001', '$0.01'])
})

it('a cost scale over many powers of ten has at most five labels, all distinct', () => {
  const labels = labelsOf(0.000001, 9)
  expect(labels.length).toBeLessThanOrEqual(5)
  expect(new Set(labels).size).toBe(labels.length)
})

it('equal ratios have equal distances, and a cost of zero is at the start', () => {
  const { positionOf } = costScaleOf([0, 0.001, 0.1])
  expect([positionOf(0), positionOf(0.001), positionOf(0.01), positionOf(0.1)]).toEqual([
    '0.0%',
    '0.0%',
    '50.0%',
    '100.0%',
  ])
  expect(costScaleOf([0, 0]).positionOf(0)).toBe('0.0%')
})
