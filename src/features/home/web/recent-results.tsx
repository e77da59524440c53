import { Link } from '@tanstack/react-router'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import { ResultLabel } from '#features/results/web/result-label.tsx'

/** Shows what came out of prompts lately: the first lines or the picture of each result, with its model and date. */
export function RecentResults({ prompts }: { prompts: PromptCard[] }) {
  return (
    <div className="cards shelf">
      {prompts.map(({ id, slug, title, language, category, result }) => (
        <article key={id} className="card" data-cat={category.slug}>
          <div className="mb-2">
            <CategoryLink category={category} hasTile={false} />
          </div>
          <h3 className="card-title line-clamp-2" dir="auto" lang={language}>
            <Link to="/prompt/$slug" params={{ slug }} className="cover" data-list-item="">
              {title}
            </Link>
          </h3>
          <div>
            {result?.text && (
              <blockquote className="line-clamp-4 whitespace-pre-line text-[0.875rem] leading-[1.45]" dir="auto">
                {result.text}
              </blockquote>
            )}
            {!result?.text && result?.picture && (
              <img
                src={`${result.picture.src}480.webp`}
                alt={result.picture.alt}
                width={result.picture.width}
                height={result.picture.height}
                loading="lazy"
                className="h-24 w-full rounded-1 object-cover"
              />
            )}
          </div>
          <p className="mt-2 text-ink-2 text-small">{result && <ResultLabel result={result} />}</p>
        </article>
      ))}
    </div>
  )
}
