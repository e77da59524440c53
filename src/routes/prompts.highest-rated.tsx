import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '#web/list-search.ts'
import { pageHead } from '#web/page-meta.ts'
import { loadPromptList, PromptListRoute } from './-prompt-list.tsx'

const sort = 'highest-rated'

export const Route = createFileRoute('/prompts/highest-rated')({
  validateSearch: readListSearch,
  loaderDeps: ({ search: { category, tag, cursor } }) => ({ sort, category, tag, cursor }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: () =>
    pageHead({ title: 'Highest rated prompts', description: 'What voters agree on.', path: '/prompts/highest-rated' }),
  component: () => (
    <PromptListRoute
      title="Highest rated prompts"
      path="/prompts/highest-rated"
      sort={sort}
      search={Route.useSearch()}
    />
  ),
})
