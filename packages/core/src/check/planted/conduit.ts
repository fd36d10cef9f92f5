// Mistakes in Conduit: rights of guests and writers, and steps of calls.

import type { PlantedMistakes } from './planted.ts'

export const CONDUIT: PlantedMistakes = {
  'points and names': [
    [
      'N014',
      '## 5. Validation rules\n\n**Rules:** none beyond the field rules of point 3\n\n',
      '',
      ['# Conduit\n', '# ⟪Conduit⟫\n'],
    ],
    ['N052', 'where `id == path.id` or fail', 'where `id == path.id && ⟪article⟫.title != "x"` or fail'],
  ],
  'Conduit: steps that no caller may take': [
    ['N711', '| Author | delete | Article | | |\n', '', ['2. delete article or', '2. delete ⟪article⟫ or']],
    ['N711', '| Commenter | delete | Comment | | |\n', '', ['3. delete comment or', '3. delete ⟪comment⟫ or']],
    [
      'N711',
      '| Writer | add, remove | Article.favoritedBy | `item == me` | |\n',
      '',
      ['2. add me to article.favoritedBy', '2. add me to ⟪article⟫.favoritedBy'],
      ['2. remove me from article.favoritedBy', '2. remove me from ⟪article⟫.favoritedBy'],
    ],
    [
      'N711',
      '| Writer | add, remove | Article.favoritedBy |',
      '| Writer | add | Article.favoritedBy |',
      ['2. remove me from article.favoritedBy', '2. remove me from ⟪article⟫.favoritedBy'],
    ],
  ],
  'Conduit: keys that callers do not see before they are signed in': [
    [
      'N622',
      '2. sign in user\n3. respond 201 with `{"user": Account(user)}`',
      '2. when `user.username == "ada"`: respond 201 with `{"user": ⟪user.email⟫}`\n3. sign in user\n4. respond 201 with `{"user": Account(user)}`',
    ],
  ],
  'Conduit: keys that callers do not see behind signing out': [
    [
      'N612',
      '### POST /api/users/login — Sign in',
      '### POST /api/users/logout — Sign out\n\n- **Who:** Writer\n- **Used by:** other programs\n\n1. find gone in User where `id == me.id` or fail WRONG_CREDENTIALS\n2. sign out\n3. respond 200 with `{"was": ⟪gone.email⟫}`\n\n### POST /api/users/login — Sign in',
    ],
  ],
  'Conduit: conditions that have one answer': [
    ['N059', '`author.followers.exists(f, f == me)`', '`author.followers.exists(f, ⟪f == f⟫)`'],
    ['N059', '`articles.size() > 0`', '`⟪articles.size() >= 0⟫`'],
    [
      'N059',
      '| Writer | add, remove | User.following | `this == me` | |',
      '| Writer | add, remove | User.following | `⟪me != null⟫` | |',
    ],
  ],
  'Conduit: permissions': [
    [
      'N610',
      '| Commenter | delete | Comment | | |',
      '| Commenter | delete | Comment | | |\n| ⟪Writer⟫ | see | Article | | title |',
    ],
    [
      'N610',
      '| Commenter | delete | Comment | | |',
      '| Commenter | delete | Comment | | |\n| ⟪Author⟫ | see | Article | | all |',
    ],
    [
      'N615',
      '| Guest | see | Article | | all |',
      '| Writer | see | Article | | all |',
      ['| Guest | see | Comment', '| ⟪Guest⟫ | see | Comment'],
    ],
    [
      'N608',
      '| Writer | create | Tag | | name |',
      '| Writer | create | Tag | `me.username == "admin"` | name |',
      ['| Self | change | User | | username,', '| Self | change | User | | ⟪username⟫,'],
    ],
    ['N602', '| Commenter | delete | Comment |', '| ⟪Author⟫ | delete | Comment |'],
    ['N603', '| Guest | see | Tag | | all |', '| Guest | see | Tag | `articles.exists(a, a.author == ⟪me⟫)` | all |'],
    [
      'N619',
      '| Author | change | Article | | title, description, body, tags |',
      '| Author | change | Article | | title, description, body, tags, ⟪author⟫ |',
    ],
  ],
  'Conduit: calls': [
    ['N802', '2. delete article or fail ARTICLE_FORBIDDEN', '2. delete article or fail ⟪ARTICLE_FORBIDEN⟫'],
    [
      'N706',
      '1. find article in Article where `slug == path.slug` or fail ARTICLE_NOT_FOUND\n2. add me',
      '1. find ⟪article⟫ in Article where `slug == path.slug`\n2. add me',
    ],
    [
      'N051',
      '3. respond 200 with `{"comments": comments.map(c, CommentView(c))}`',
      '3. respond 200 with `{"comments": ⟪coments⟫.map(c, CommentView(c))}`',
    ],
    [
      'N051',
      '`{"article": ArticleFull(article)}`\n\n### POST /api/articles — Publish',
      '`{"article": ⟪ArticleFul⟫(article)}`\n\n### POST /api/articles — Publish',
    ],
    [
      'N724',
      '2. create Comment as comment with article = `article`, given comment.body',
      '2. create ⟪Comment⟫ as comment with given comment.body',
    ],
  ],
  'Conduit: screens': [
    [
      'N214',
      '- **Shows:** answer of call `GET /api/articles/feed` as tab "Your Feed", for Writer',
      '- **Shows:** ⟪answer of call `GET /api/articles/feed` as tab "Your Feed"⟫',
    ],
    ['N215', '- **Can:** open Sign up', '- **Can:** open ⟪Article⟫'],
    [
      'N215',
      '- **Form:** call `POST /api/users`, then open Home',
      '- **Form:** call `POST /api/users`, then open ⟪Article⟫',
    ],
    [
      'N216 N220',
      'answer of call `GET /api/tags` as choices for tag',
      'answer of call `GET /api/articles` as choices for ⟪tag⟫',
      ['### GET /api/tags — Tags', '### GET ⟪/api/tags⟫ — Tags'],
    ],
    ['N216', 'answer of call `GET /api/tags` as choices', '⟪tgs⟫ in answer of call `GET /api/tags` as choices'],
    ['N217', '- **Columns:** author.image, author.username,', '- **Columns:** author.⟪img⟫, author.username,'],
    ['N217', '- **Columns:** author.image, author.username,', '- **Columns:** ⟪author⟫, author.username,'],
    ['N218', 'with author = `path.username`', 'with ⟪autor⟫ = `path.username`'],
    [
      'N218',
      'Edit: open Edit article; Delete article: call `DELETE /api/articles/:slug`',
      'Edit: open Edit article; Delete article: call `DELETE /api/articles/:⟪slgu⟫`',
    ],
    [
      'N218',
      '- **Shows:** answer of call `GET /api/tags` as choices for tag',
      '- **Shows:** answer of call `⟪GET /api/profiles/:username⟫`\n- **Fields:** bio\n- **Shows:** answer of call `GET /api/tags` as choices for tag',
    ],
    ['N219', '- **When empty:** "No articles', '- **As:** board by ⟪title⟫\n- **When empty:** "No articles'],
    [
      'N223 N220',
      '- **Form:** call `POST /api/articles`,',
      '- **Form:** call `⟪GET /api/articles⟫`,',
      ['### POST /api/articles — Publish', '### POST ⟪/api/articles⟫ — Publish'],
    ],
    [
      'N223 N220',
      'filled from `GET /api/user`',
      'filled from `⟪PUT /api/user⟫`',
      ['### GET /api/user — Current user', '### GET ⟪/api/user⟫ — Current user'],
    ],
    [
      'N225',
      ' as tab "# {chosen.tag}", with tag = `chosen.tag`',
      ' as tab "Others"',
      ['as choices for tag', 'as choices for ⟪tag⟫'],
    ],
    [
      'N226 N220',
      'filled from `GET /api/user`',
      'filled from `⟪GET /api/tags⟫`',
      ['### GET /api/user — Current user', '### GET ⟪/api/user⟫ — Current user'],
    ],
    [
      'N224',
      '- **Form:** call `POST /api/articles`, then open Article',
      '- **Form:** call `POST /api/articles`, then open Article\n- **Steps:**\n\n1. Name: title, description\n2. ⟪More: tagList⟫',
    ],
    [
      'N725',
      '- **Form:** call `POST /api/articles`, then open Article',
      '- **Form:** call `POST /api/articles`, then open Article\n- **Steps:**\n\n1. Name: title, description\n2. More: ⟪boddy⟫',
    ],
    ['N051', '{chosen.tag}', '{chosen.⟪tga⟫}'],
    ['N010', 'with tag = `chosen.tag`', 'with tag = ⟪chosen.tag⟫'],
    [
      'N240',
      '### Screen: New article\n\n- **Who:** Writer\n- **Form:** call `POST /api/articles`',
      '### Screen: New article\n\n- **Who:** Guest\n- **Form:** call `⟪POST /api/articles⟫`',
    ],
  ],
  'passwords that nobody has': [
    [
      'N621',
      '- **Sign in with:** email and password',
      '- **Sign in with:** calls by email',
      ['check password `input.user.password` of User as', 'check password `input.user.password` of ⟪User⟫ as'],
    ],
    [
      'N621',
      'check password `input.user.password` of User as user where `email == input.user.email`',
      'check password `input.user.password` of ⟪Article⟫ as user where `slug == input.user.email`',
    ],
  ],
}
