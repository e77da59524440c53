import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { BlockKind } from '#features/blocks/rules.ts'
import { type Message, msg, translate } from '#lib/texts.ts'
import { blocksQuery } from './block-queries.ts'
import { useChangeBlock } from './use-change-block.ts'

const labels: [BlockKind, label: Message, pressedLabel: Message][] = [
  ['mute', msg('Mute'), msg('Muted')],
  ['block', msg('Block'), msg('Blocked')],
]

/** A member's buttons to mute or block a person, on that person's page. */
export function BlockButtons({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: blocks } = useQuery(blocksQuery(api))
  const change = useChangeBlock()
  if (!blocks) return null
  const current = blocks.find((block) => block.username === username)?.kind
  return labels.map(([kind, label, pressedLabel]) => (
    <button
      key={kind}
      type="button"
      className="btn btn-bare"
      aria-pressed={kind === current}
      onClick={() => change(username, kind === current ? null : kind)}
    >
      {translate(kind === current ? pressedLabel : label)}
    </button>
  ))
}
