"""A plain clock for one to six seats."""
