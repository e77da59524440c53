import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '#web/list-search.ts'
import { pageHead } from '#web/page-meta.ts'
import { loadPromptList, PromptListRoute } from './-prompt-list.tsx'

const sort = 'newest'

export const Route = createFileRoute('/prompts/newest')({
  validateSearch: readListSearch,
  loaderDeps: ({ search: { category, tag, cursor } }) => ({ sort, category, tag, cursor }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: () => pageHead({ title: 'Newest prompts', description: 'What was published last.', path: '/prompts/newest' }),
  component: () => (
    <PromptListRoute title="Newest prompts" path="/prompts/newest" sort={sort} search={Route.useSearch()} />
  ),
})
