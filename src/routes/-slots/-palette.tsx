import { useSession } from '#features/accounts/web/session-store.ts'
import { Palette as SearchPalette } from '#features/search/web/palette.tsx'
import { memberLinksFor } from '#features/site/web/member-links.ts'
import { blindRounds, collections, pagesFor, promptLists, sections } from '#features/site/web/site-sections.ts'
import { type Message, translate } from '#lib/texts.ts'

/** The palette with the pages that this reader can open. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const links: { to: string; label: Message; reloads?: boolean }[] = [
    ...sections,
    collections,
    ...(user ? memberLinksFor(user) : []),
    ...promptLists,
    blindRounds,
    ...pagesFor(true),
  ]
  const pages = links.map(({ to, label, reloads }) => ({ path: to, label: translate(label), reloads }))
  return <SearchPalette pages={pages} onClose={onClose} />
}
