import type { Variable } from '#features/variables/contract.ts'
import { readValueLink } from '#features/worksheet/value-link-rules.ts'
import type { Values } from '#features/worksheet/worksheet-rules.ts'
import { plural, t } from '#lib/texts.ts'
import type { Notice } from '#ui/notice.tsx'

/** The blanks of a worksheet. `typed` has the names of those that the reader has typed into. */
type Blanks = { defaults: Values; variables: Variable[]; typed: Set<string> }

/**
 * Reads the values from the address and removes them from it, so that a reload doesn't replace what is typed later.
 * Returns a notice, and the values to fill in, except in blanks that have focus or that the reader has typed into.
 * `values` is null if there are none.
 */
export function takeLinkedValues({ defaults, variables, typed }: Blanks): { values: Values | null; notice: Notice } {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const blanks = Object.keys(defaults).map((name): Variable => byName.get(name) ?? { name, default: null })
  const linked = readValueLink(location.hash, blanks)
  // The router overrides `history.replaceState` with a version that would load the page again.
  History.prototype.replaceState.call(history, history.state, '', location.pathname + location.search)
  if (!linked)
    return {
      values: null,
      notice: {
        title: t('The values in this link can’t be read'),
        text: t('Part of it may be missing. Ask for the link again.'),
        isFailure: true,
      },
    }
  const focusedName = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.name : undefined
  const newValues = Object.entries(linked.values).filter(([name]) => !typed.has(name) && name !== focusedName)
  const skippedCount = Object.keys(linked.values).length - newValues.length
  const text = [
    newValues.length > 0 && t('Read the text before you copy it: whoever made the link wrote part of it.'),
    skippedCount > 0 &&
      plural(skippedCount, '{count} blank kept what you typed.', '{count} blanks kept what you typed.'),
    linked.refused > 0 &&
      plural(
        linked.refused,
        '{count} value didn’t fit this prompt and was left out.',
        '{count} values didn’t fit this prompt and were left out.',
      ),
  ]
  return {
    values: newValues.length > 0 ? Object.fromEntries(newValues) : null,
    notice: {
      title:
        newValues.length > 0
          ? plural(newValues.length, '{count} blank filled in from the link', '{count} blanks filled in from the link')
          : t('The link didn’t fill in anything'),
      text: text.filter(Boolean).join(' '),
      isFailure: newValues.length === 0,
    },
  }
}
