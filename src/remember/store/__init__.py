"""How it is kept: the only package that speaks SQL, and the only importer of psycopg."""
