import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import type { Page } from '#lib/http-contract.ts'
import { Empty } from '#ui/empty.tsx'
import { FiltersButton } from '#ui/side-layout.tsx'
import { ListPaging, type ListView, ViewSwitch } from './list-controls.tsx'
import { PromptBoard } from './prompt-board.tsx'
import { PromptSheet } from './prompt-sheet.tsx'

/** What the address says about a list. */
export type ListSearch = { category?: string; tag?: string; view?: ListView; cursor?: string }

/** A page of prompts as cards or as a table, with its controls above and the way on below. */
export function PromptList({
  page,
  search,
  empty,
  actions,
}: {
  page: Page<PromptCard>
  search: ListSearch
  empty: ReactNode
  actions?: (prompt: PromptCard) => ReactNode
}) {
  const view = search.view ?? 'cards'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 side:gap-3">
        <FiltersButton active={[search.category, search.tag].filter(Boolean).length} />
        {search.tag && (
          <Link to="." search={(old) => ({ ...old, tag: undefined, cursor: undefined })} className="chip">
            <span className="tag truncate">{search.tag}</span>
            <X className="icon-sm" aria-label="Remove this tag" />
          </Link>
        )}
        <div className="ml-auto">
          <ViewSwitch view={view} />
        </div>
      </div>
      {page.items.length === 0 && empty}
      {page.items.length > 0 &&
        (view === 'table' ? (
          <PromptBoard prompts={page.items} />
        ) : (
          <PromptSheet prompts={page.items} heading="h2" narrow actions={actions} />
        ))}
      <ListPaging nextCursor={page.nextCursor} cursor={search.cursor} />
    </>
  )
}

/** What a list says that has nothing, and the way to one that has. */
export function NoPrompts({ children }: { children: ReactNode }) {
  return (
    <Empty
      action={
        <Link to="/prompts" className="btn">
          Explore
        </Link>
      }
    >
      {children}
    </Empty>
  )
}
