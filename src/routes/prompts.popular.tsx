import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '#web/list-search.ts'
import { pageHead } from '#web/page-meta.ts'
import { loadPromptList, PromptListRoute } from './-prompt-list.tsx'

const sort = 'popular'

export const Route = createFileRoute('/prompts/popular')({
  validateSearch: readListSearch,
  loaderDeps: ({ search: { category, tag, cursor } }) => ({ sort, category, tag, cursor }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: () =>
    pageHead({ title: 'Most popular prompts', description: 'What people copy most.', path: '/prompts/popular' }),
  component: () => (
    <PromptListRoute title="Most popular prompts" path="/prompts/popular" sort={sort} search={Route.useSearch()} />
  ),
})
