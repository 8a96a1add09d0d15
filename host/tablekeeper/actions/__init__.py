"""What people do, declared once each: the entry of the journal, the command, the form and the call follow."""
