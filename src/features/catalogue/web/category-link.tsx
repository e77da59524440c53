import { Link } from '@tanstack/react-router'

/** A link to a category, in the category's color. With `hasTile`, it begins with a small square. */
export function CategoryLink({
  category,
  hasTile = true,
  className = '',
}: {
  category: { name: string; slug: string }
  hasTile?: boolean
  className?: string
}) {
  return (
    <Link
      to="/category/$slug"
      params={{ slug: category.slug }}
      data-cat={category.slug}
      className={`category relative z-1 ${className}`}
    >
      {hasTile && <span className="tile" />}
      {category.name}
    </Link>
  )
}
