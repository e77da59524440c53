import { ListPaging } from '#features/catalogue/web/list-controls.tsx'
import { NoPrompts } from '#features/catalogue/web/prompt-list.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import type { Page } from '#lib/http-contract.ts'
import { counted } from '#lib/numbers.ts'
import { PageHead } from '#ui/page-head.tsx'
import { ContributorBoard } from './contributor-board.tsx'

/** Everybody with published prompts, by score. `best` is the highest score of all: bars of every page stand to its scale. */
export function ContributorListPage({
  page,
  best,
  cursor,
}: {
  page: Page<Contributor>
  best: number
  cursor?: string
}) {
  return (
    <div className="wrap">
      <PageHead title="Top Contributors">
        {counted(page.total, 'person', 'people')} with published prompts. The score is 10 for each prompt, 2 for each
        net vote and 1 for each copy.
      </PageHead>
      {page.items.length === 0 ? (
        <NoPrompts>Nobody has published a prompt yet.</NoPrompts>
      ) : (
        <ContributorBoard contributors={page.items} best={best} ranked={!cursor} />
      )}
      <ListPaging nextCursor={page.nextCursor} cursor={cursor} />
    </div>
  )
}
