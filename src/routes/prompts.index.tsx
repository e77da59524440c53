import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '#web/list-search.ts'
import { pageHead } from '#web/page-meta.ts'
import { loadPromptList, PromptListRoute } from './-prompt-list.tsx'

const sort = 'newest'

export const Route = createFileRoute('/prompts/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search: { category, tag, cursor } }) => ({ sort, category, tag, cursor }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: () => pageHead({ title: 'Prompts', description: 'Every prompt of the catalogue.', path: '/prompts' }),
  component: () => <PromptListRoute title="Prompts" path="/prompts" sort={sort} search={Route.useSearch()} />,
})
