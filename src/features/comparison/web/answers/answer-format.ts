import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import type { AnswerView } from './answer-view.ts'

/** Formats a time in ms as seconds: `0.02 s`, `3.4 s`. */
export function formatSeconds(ms: number | null): string {
  if (ms === null) return '–'
  return `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
}

/** Formats an amount of US dollars with two decimals, or with four if it is less than a cent: `$0.0012`. */
export function formatCost(cost: number | null): string {
  if (cost === null) return '–'
  if (cost === 0) return '$0'
  return cost < 0.0001 ? t('under {cost}', { cost: '$0.0001' }) : `$${cost.toFixed(cost < 0.01 ? 4 : 2)}`
}

/** Formats the number of tokens in an answer. `~` marks our own estimate. */
export function formatTokens(tokens: AnswerView['tokens']): string {
  if (tokens === null) return '–'
  return `${tokens.estimated ? '~' : ''}${formatNumber(tokens.output)}`
}

/** Returns the status of an answer as its column shows it. A pasted answer has none, as it comes from elsewhere. */
export function statusText({ status, pasted, cut }: Pick<AnswerView, 'status' | 'pasted' | 'cut'>): string {
  if (pasted) return ''
  if (status === 'waiting') return t('Waiting')
  if (status === 'running') return t('Writing now')
  if (status === 'stopped') return t('Stopped')
  if (status === 'failed') return t('Failed')
  return cut ? t('Cut off: length limit or content filter') : t('Finished')
}
